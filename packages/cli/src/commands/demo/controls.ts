export interface LabellerSettings {
  readonly on: boolean
  /** The share of answers that are wrong. */
  readonly errorRate: number
  /** Seconds before each answer. */
  readonly delay: number
}

/** What can be turned while the demonstration runs. */
export interface Controls {
  readonly paused: boolean
  /** Mails a second; 0 is as fast as it goes. */
  readonly pace: number
  readonly labeller: LabellerSettings
}

/** What is wanted otherwise. */
export interface ControlsChange {
  readonly paused?: boolean
  readonly pace?: number
  readonly labeller?: Partial<LabellerSettings>
}

/** The most that each can be. A question is somebody's own for a minute; the longest delay is well below. */
export const MAX = { pace: 1000, errorRate: 1, delay: 30 } as const

/**
 * The controls after a change.
 *
 * @example
 * const labeller = { on: false, errorRate: 0, delay: 0.5 }
 * withChange({ paused: false, pace: 20, labeller }, { labeller: { on: true } }).labeller // => { on: true, errorRate: 0, delay: 0.5 }
 */
export const withChange = (controls: Controls, change: ControlsChange): Controls => ({
  ...controls,
  ...change,
  labeller: { ...controls.labeller, ...change.labeller },
})
