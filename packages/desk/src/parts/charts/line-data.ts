import { evenly } from './scale.js'

/** A value for each x; null where there is none. */
export type Values = readonly (number | null)[]

/** One line of a chart. */
export interface LineSeries {
  readonly id: string
  /** Written at its end, and above its column in the table. */
  readonly label: string
  /** Written under the label at its end. */
  readonly note?: string
  readonly values: Values
  /** The band around it; both or neither. */
  readonly low?: Values
  readonly high?: Values
  /** A colour by the name of its token, such as `chart-active`. */
  readonly colour: string
  readonly dash?: readonly number[]
  /** A value holds until the next one. */
  readonly stepped?: boolean
  /** The ground under the line is filled. */
  readonly filled?: boolean
}

/** Something that happened at some x. */
export interface ChartMark {
  readonly at: number
  readonly text: string
}

/** What decides whether a chart can be updated in place: everything but the numbers. */
export const chartStructure = (series: readonly LineSeries[], isLog: boolean): string =>
  JSON.stringify([
    isLog,
    series.map(({ id, colour, dash, stepped, filled, low }) => [
      id,
      colour,
      dash,
      stepped,
      filled,
      low !== undefined,
    ]),
  ])

/** Where the values of a line are among the columns: itself, and the edges of its band. */
export interface Columns {
  readonly line: number
  readonly low?: number
  readonly high?: number
}

/**
 * The columns of each line in what the plot is given: x first, then each line after its band.
 *
 * @example
 * const line = { id: 'a', label: 'a', colour: 'ink', values: [1] }
 * seriesColumns([{ ...line, low: [0], high: [2] }, line]) // => [{ low: 1, high: 2, line: 3 }, { line: 4 }]
 */
export const seriesColumns = (series: readonly LineSeries[]): readonly Columns[] => {
  let next = 1
  return series.map(({ low, high }) =>
    low && high ? { low: next++, high: next++, line: next++ } : { line: next++ },
  )
}

type Plotted = [xs: number[], ...values: (number | null)[][]]

/** x and the values of all lines, as the plot wants them. */
export const plotData = (x: readonly number[], series: readonly LineSeries[]): Plotted => [
  [...x],
  ...series.flatMap(({ low, high, values }) =>
    low && high ? [[...low], [...high], [...values]] : [[...values]],
  ),
]

/**
 * Where a line ends: the place of its last value; −1 where it has none.
 *
 * @example
 * lastValueIndex([1, 2, null]) // => 1
 * lastValueIndex([null]) // => -1
 */
export const lastValueIndex = (values: Values): number => {
  for (let k = values.length - 1; k >= 0; k--) if (values[k] !== null && values[k] !== undefined) return k
  return -1
}

/** A row of the table of a chart. */
export interface ChartRow {
  readonly name: string
  readonly cells: readonly string[]
}

/** Nobody reads more rows than this. */
const MAX_ROWS = 60

/** A line with its band in words, at one place. */
export const valueText = (
  { values, low, high }: LineSeries,
  place: number,
  written: (value: number) => string,
): string | undefined => {
  const [value, least, most] = [values[place], low?.[place], high?.[place]]
  if (value === null || value === undefined) return undefined
  const isKnown = typeof least === 'number' && typeof most === 'number'
  return isKnown ? `${written(value)} (${written(least)} – ${written(most)})` : written(value)
}

/** The rows of the table: of many points some, evenly spread. */
export const tableRows = (
  x: readonly number[],
  series: readonly LineSeries[],
  xText: (value: number) => string,
  yText: (value: number) => string,
): readonly ChartRow[] =>
  evenly(x.length, MAX_ROWS).map((k) => ({
    name: xText(x[k] ?? 0),
    cells: series.map((line) => valueText(line, k, yText) ?? '–'),
  }))
