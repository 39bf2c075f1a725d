// How the page is laid out, by the shape of the window and not by its width alone. The style sheet
// of the same name says what the words mean.

/** The layout of a window: `desk`, `wide` with room for the moves beside all else, `tall` and `short` with everything in
    one or two columns that scroll; these two are `compact`. A `tall` one is a `tablet` or `small`, as `short` ones are. */
export function layoutOf(width, height) {
  const shape = width / height;
  if (height <= 560 && shape >= 1.1) return 'short compact small';
  if (shape < 1.1 || width <= 760) return width < 600 ? 'tall compact small' : 'tall compact tablet';
  return width >= 1600 && height >= 760 ? 'desk wide' : 'desk';
}

/** Keeps the layout of the page; `changed` is called behind each change. */
export function layout(changed) {
  const root = document.documentElement;
  // Not the size of `window`, which grows with what is too wide.
  const now = () => layoutOf(root.clientWidth, root.clientHeight);
  root.dataset.layout = now();
  addEventListener('resize', () => {
    if (root.dataset.layout === now()) return;
    root.dataset.layout = now();
    changed();
  });
  return { is: (word) => root.dataset.layout.split(' ').includes(word) };
}
