import {
  Classifier,
  type ClassifierConfig,
  type ClassifierOptions,
  type Decision,
  type LinearParts,
  type Reading,
  type Rounds,
  type Row,
  roundsOf,
} from '../../src/internals.js'

export type Setup = Omit<ClassifierOptions, 'protocol'> & { readonly algorithm: string }

/** A classifier under the protocol `paper`, played by its rounds: as `run` does it. */
export class PaperModel {
  readonly classifier: Classifier
  readonly rounds: Rounds

  constructor(classifier: Classifier) {
    this.classifier = classifier
    this.rounds = roundsOf(classifier)
  }

  get config(): ClassifierConfig {
    return this.classifier.config
  }

  observe(row: Row): Decision {
    return this.rounds.observe(row)
  }

  read(row: Row): Reading {
    return this.rounds.read(row)
  }

  learn(label: number): boolean {
    return this.rounds.learn(label)
  }

  predict(row: Row): string {
    return this.classifier.predict({ row })
  }

  linear(): LinearParts {
    return this.classifier.linear()
  }

  save(): Uint8Array {
    return this.classifier.save()
  }
}

export const paperModel = (setup: Setup): PaperModel =>
  new PaperModel(new Classifier({ ...setup, protocol: 'paper' }))

export const loadedPaper = (bytes: Uint8Array): PaperModel => new PaperModel(Classifier.load(bytes))
