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

export interface Section {
  readonly name: string
  readonly title: string
  run(options: Options): Promise<readonly Line[]>
}

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`

export const percent = (share: number): string => `+${Math.round(100 * share)} %`
