// White and Black, as several games have them.

const disc = (cls) => `<circle class="${cls}" r="9.5" stroke-width="1.5"/>`;

export const WHITE = { name: 'White', colour: '--wf', chip: disc('w') };
export const BLACK = { name: 'Black', colour: '--bf', chip: disc('b') };
