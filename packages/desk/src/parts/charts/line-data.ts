import { evenly } from './scale.js'

/** One value per x; null if missing. */
export type Values = readonly (number | null)[]

export interface LineSeries {
  readonly id: string
  /** Label at the line end and table heading. */
  readonly label: string
  /** Second line of the label. */
  readonly note?: string
  readonly values: Values
  /** The band; set both or neither. */
  readonly low?: Values
  readonly high?: Values
  /** Name of a colour token, such as `chart-active`. */
  readonly colour: string
  readonly dash?: readonly number[]
  /** Draws steps. */
  readonly stepped?: boolean
  /** Fills the area below the line. */
  readonly filled?: boolean
}

/** An estimate with its interval, marked at the right end of the chart. */
export interface EndMark {
  readonly label: string
  readonly note: string
  readonly value: number
  readonly low: number
  readonly high: number
  /** Name of a colour token. */
  readonly colour: string
}

/** An event marked at an x position. */
export interface ChartMark {
  readonly at: number
  readonly text: string
}

/** A key that changes when the chart cannot be updated in place. */
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

/** Column indices of a line and its band. */
export interface Columns {
  readonly line: number
  readonly low?: number
  readonly high?: number
}

/**
 * Returns the column indices of each line: x first, then each band before its line.
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

/** Returns the data in uPlot's format. */
export const plotData = (x: readonly number[], series: readonly LineSeries[]): Plotted => [
  [...x],
  ...series.flatMap(({ low, high, values }) =>
    low && high ? [[...low], [...high], [...values]] : [[...values]],
  ),
]

/**
 * Returns the index of the last value, or −1.
 *
 * @example
 * lastValueIndex([1, 2, null]) // => 1
 * lastValueIndex([null]) // => -1
 */
export const lastValueIndex = (values: Values): number => {
  for (let k = values.length - 1; k >= 0; k--) if (values[k] !== null && values[k] !== undefined) return k
  return -1
}

/**
 * Where a line ends: at its last value, or in the middle of its band if it has no value there.
 *
 * @example
 * const band = { id: 'a', label: 'a', colour: 'ink', low: [0, 0.25], high: [1, 0.75] }
 * lineEnd({ ...band, values: [0.5, 0.6] }) // => { place: 1, value: 0.6, isValue: true }
 * lineEnd({ ...band, values: [0.5, null] }) // => { place: 1, value: 0.5, isValue: false }
 */
export const lineEnd = ({
  values,
  low = [],
  high = [],
}: LineSeries): { readonly place: number; readonly value: number; readonly isValue: boolean } | undefined => {
  const place = Math.max(lastValueIndex(values), lastValueIndex(low))
  const [value, lowEnd, highEnd] = [values[place], low[place], high[place]]
  if (typeof value === 'number') return { place, value, isValue: true }
  if (typeof lowEnd !== 'number' || typeof highEnd !== 'number') return undefined
  return { place, value: (lowEnd + highEnd) / 2, isValue: false }
}

/** A table row. */
export interface ChartRow {
  readonly name: string
  readonly cells: readonly string[]
}

/** Longer tables are thinned out. */
const MAX_ROWS = 60

/** Formats the value and band at an index. */
export const valueText = (
  { values, low, high }: LineSeries,
  place: number,
  written: (value: number) => string,
): string | undefined => {
  const [value, lowEnd, highEnd] = [values[place], low?.[place], high?.[place]]
  const band =
    typeof lowEnd === 'number' && typeof highEnd === 'number'
      ? `${written(lowEnd)} – ${written(highEnd)}`
      : undefined
  if (value === null || value === undefined) return band
  return band === undefined ? written(value) : `${written(value)} (${band})`
}

/** Returns the table rows, thinned out evenly. */
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
