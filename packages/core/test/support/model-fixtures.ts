import { fileURLToPath } from 'node:url'
import type { Round } from './play.js'

/** Where the stored model files are, one folder for each format of the file. */
export const fixtureFolder = fileURLToPath(new URL('../../../test/fixtures/models/', import.meta.url))

/** The same of classifiers under the protocol `live`. */
export const liveFixtureFolder = fileURLToPath(
  new URL('../../../test/fixtures/live-models/', import.meta.url),
)

/** A round that a loaded model must play, with the row that it must be given. */
export interface StoredRound
  extends Pick<Round, 'predicted' | 'margin' | 'probability' | 'coin' | 'asked' | 'updated'> {
  readonly indices: readonly number[]
  readonly values: readonly number[]
  readonly label: number
}

/** What the files of one folder must do after loading, by the name of the file. */
export type StoredRounds = Readonly<Record<string, readonly StoredRound[]>>

/** A round of a live classifier, with the item that it must be given. */
export interface StoredLiveRound {
  readonly features: Readonly<Record<string, number>>
  readonly label: string
  readonly predicted: string
  readonly margin: number
  readonly probability: number
  readonly coin: number
  readonly asked: boolean
}

export type StoredLiveRounds = Readonly<Record<string, readonly StoredLiveRound[]>>

/** The rounds of each file, next to the files. */
export const ROUNDS_FILE = 'rounds.json'

export const MODEL_SUFFIX = '.askance'
