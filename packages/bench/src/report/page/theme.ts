/** A colour on a light and on a dark background. */
type Pair = readonly [light: string, dark: string]

/**
 * The first five series and random asking differ by at least 0.08 in OKLab for normal, protan, deutan and tritan
 * vision, light and dark.
 */
const pairs = {
  paper: ['#faf9f6', '#121316'],
  surface: ['#ffffff', '#1a1c20'],
  sunken: ['#f2f0eb', '#26292f'],
  hover: ['#eceae3', '#23262b'],
  line: ['#e3e0d8', '#2b2e34'],
  edge: ['#8a857a', '#737983'],
  ink: ['#1d1c1a', '#ecebe7'],
  ink2: ['#504d47', '#b7b8bc'],
  ink3: ['#68645c', '#9598a0'],
  accent: ['#2450c8', '#92adff'],
  grid: ['#eae7df', '#2b2e34'],
  random: ['#6f6c66', '#a3a5ab'],
  supervised: ['#504d47', '#b7b8bc'],
  series1: ['#2450c8', '#92adff'],
  series2: ['#bd5a00', '#ecae82'],
  series3: ['#193f16', '#96f4bb'],
  series4: ['#661178', '#bb6ac2'],
  series5: ['#2b7fbf', '#3892ee'],
  series6: ['#8d540d', '#f0d937'],
  series7: ['#6c44a0', '#d0b5f3'],
  series8: ['#832553', '#ea8563'],
} as const satisfies Record<string, Pair>

export type ColourName = keyof typeof pairs

/** What every colour of a drawing is written as: a plain colour, or the name of one that the page sets. */
export type Theme = Readonly<Record<ColourName, string>>

const names = Object.keys(pairs) as ColourName[]
const themeOf = (value: (name: ColourName) => string): Theme =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<ColourName, string>

/** Plain colours for white ground: what leaves the page, as a file or on paper. */
export const lightTheme: Theme = themeOf((name) => pairs[name][0])

/** Plain colours for dark ground. */
export const darkTheme: Theme = themeOf((name) => pairs[name][1])

/** CSS variables, so that a drawing follows the page from light to dark without being redrawn. */
export const pageTheme: Theme = themeOf((name) => `var(--${name})`)

/** What the names of `pageTheme` stand for, as declarations of a style sheet. */
export const themeCss = (theme: Theme): string => names.map((name) => `--${name}:${theme[name]}`).join(';')

/** The colours of compared series in their order; after the last they start again. */
export const seriesColours = [
  'series1',
  'series2',
  'series3',
  'series4',
  'series5',
  'series6',
  'series7',
  'series8',
] as const satisfies readonly ColourName[]
