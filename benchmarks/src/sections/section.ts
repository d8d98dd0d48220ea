/** One line of the report: what was measured, how it came out, and what was aimed at. */
export interface Line {
  readonly what: string
  readonly figure: string
  readonly ratio: string
  readonly aim: string
}

export interface Options {
  /** A tenth of the size and few repetitions: to see that everything runs, not to quote. */
  readonly quick: boolean
}

export interface Section {
  readonly name: string
  readonly title: string
  run(options: Options): Promise<readonly Line[]>
}

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`

export const percent = (share: number): string => `+${Math.round(100 * share)} %`
