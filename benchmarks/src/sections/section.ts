/** One line of the report. */
export interface Line {
  readonly measurement: string
  readonly result: string
  readonly ratio: string
  readonly target: string
  /** A ratio that grows if what is measured becomes slower, under a name that does not change: for the history. */
  readonly slowness?: { readonly name: string; readonly ratio: number }
}

export interface Options {
  /** Uses a tenth of the size and few repetitions, as a smoke test. */
  readonly quick: boolean
}

/** Lines, and what follows the table. */
export interface Report {
  readonly lines: readonly Line[]
  readonly text: string
}

export interface Section {
  readonly name: string
  readonly title: string
  /** Why it cannot be measured here; undefined if it can. */
  readonly missing?: string | undefined
  run(options: Options): Promise<readonly Line[] | Report>
}

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`

export const percent = (share: number): string => `+${Math.round(100 * share)} %`
