// A still picture of the board: an SVG that needs no style sheet, and pixels of it.

/** What the style sheet says of a shape that a picture must say itself. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font', 'text-anchor', 'dominant-baseline', 'paint-order', 'display'];
/** The width of pictures in pixels. */
const WIDTH = 1200;

/** The text of an SVG of what is drawn, with the colours of the theme and without what only a pointer needs. */
export function still(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [[svg, ...svg.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((el, i) => {
    const style = getComputedStyle(el);
    for (const name of STYLES) to[i].style.setProperty(name, style.getPropertyValue(name));
    for (const name of ['class', 'role', 'tabindex', 'aria-label', 'aria-disabled']) to[i].removeAttribute(name);
  });
  for (const layer of copy.querySelectorAll('[data-surface] > g')) layer.removeAttribute('data-thing');
  for (const hit of copy.querySelectorAll('[data-thing]')) hit.remove();
  const [x, y, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill: getComputedStyle(document.body).backgroundColor })) ground.setAttribute(name, value);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', WIDTH);
  copy.setAttribute('height', Math.round((WIDTH * height) / width));
  copy.removeAttribute('id');
  copy.removeAttribute('style');
  return new XMLSerializer().serializeToString(copy);
}

/** The pixels of a picture, as a file. */
export async function toPng(image) {
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
