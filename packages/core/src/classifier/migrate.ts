import { findAlgorithm } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import { decodeModel, type ModelFile, OLD_FORMAT } from '../state/model-file.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { type ClassifierOptions, withMeasure } from './options.js'

/** A decoded model file of the current format. */
interface ClassifierFile {
  readonly config: ClassifierFileConfig
  readonly state: State
}

interface ClassifierFileConfig {
  readonly classifier: ClassifierOptions
  /** All classes seen: the initial ones, then those added by answers. */
  readonly classes: readonly string[]
  readonly input: { readonly kind: string; readonly config: object }
  readonly notes: Json
  /** Whether the state holds a binary part for each class. */
  readonly multiLabel?: boolean
}

type Json = Readonly<Record<string, unknown>>

/**
 * Migrates a file to the current format. Version 0.1 wrote two kinds: live classifiers, with options under `live`, and models of
 * the published round, with the options as the configuration itself.
 */
export const migrated = ({ format, config, state }: ModelFile): ClassifierFile => {
  const file = format === OLD_FORMAT ? (config.live ? fromLive : fromModel)(config, state) : { config, state }
  const sound = checked(file.config)
  return { config: { ...sound, classifier: withMeasure(sound.classifier) }, state: file.state }
}

/**
 * Reads the settings, classes, input and notes of a model file without creating the classifier.
 *
 * @example
 * const { classifier, input } = inspectModel(new Classifier({ classes: ['ham', 'spam'], seed: 7 }).save())
 * classifier.algorithm // => 'auto'
 * input.kind // => 'features'
 */
export const inspectModel = (bytes: Uint8Array, maxBytes?: number): ClassifierFileConfig =>
  migrated(decodeModel(bytes, maxBytes)).config

/** Checks the shape of an untrusted configuration. Options and parameters are validated when they are used. */
const checked = (config: Json): ClassifierFileConfig => {
  const { classifier, classes, input, notes } = config as Partial<ClassifierFileConfig>
  const isLabels = (labels: unknown): boolean =>
    Array.isArray(labels) && labels.every((label) => typeof label === 'string')
  const isSound =
    isRecord(classifier) &&
    isLabels(classifier.classes) &&
    isLabels(classes) &&
    isRecord(input) &&
    typeof input.kind === 'string' &&
    isRecord(input.config) &&
    isRecord(notes)
  if (!isSound) throw coreError('model/state', { reason: 'its configuration is incomplete' })
  return config as unknown as ClassifierFileConfig
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null

const record = (value: unknown): Json => (isRecord(value) ? (value as Json) : {})

const inputOf = (vectorizer: unknown): ClassifierFileConfig['input'] =>
  isRecord(vectorizer) ? { kind: 'items', config: { vectorizer } } : { kind: 'features', config: {} }

/** A live classifier of 0.1, from the library, `live --save` or the service. */
const fromLive = (config: Json, state: State): { config: Json; state: State } => {
  const { met, tentative: _, ...options } = record(config.live)
  const deciding = stateIn(state, 'deciding')
  const counts = stateIn(deciding, 'counts')
  const learned = stateIn(state, 'learned')
  const changes = 'changes' in state ? numberIn(state, 'changes') : 0
  const rate = 'rate' in counts ? numberIn(counts, 'rate') : 0
  const { body, shadow, counts: tally, ...rest } = learned as Record<string, State>
  const { task } = findAlgorithm(String(options.algorithm))
  const isOneVsAll = task === 'binary' && Array.isArray(met) && met.length > 2
  return {
    config: { classifier: options, classes: met, input: inputOf(config.vectorizer), notes: {} },
    state: {
      ...state,
      deciding: { ...deciding, counts: { ...counts, rate, changes } },
      learned: {
        settled: 0,
        pupil: {
          ...rest,
          tally: without(tally, 'taught'),
          taught: numberIn(tally, 'taught'),
          learner: renamed(body, isOneVsAll),
          ...(shadow && { shadow: renamed(shadow, isOneVsAll) }),
        },
      },
    },
  }
}

/** A model of 0.1, from the library or `run --save`. */
const fromModel = (config: Json, state: State): { config: Json; state: State } => {
  const { input, preparation, objective, parameters, ...options } = config
  const asker = stateIn(state, 'asker')
  const extra = stateIn(state, 'extra')
  const tally = stateIn(asker, 'tally')
  const { ratio, horizon, ...own } = record(parameters)
  const isPaced = 'steering' in asker
  const goal = record(objective)
  const classes = options.classes as readonly string[]
  const positive = typeof goal.positive === 'number' ? classes[goal.positive] : undefined
  return {
    config: {
      classifier: {
        ...options,
        protocol: 'paper',
        preparation,
        parameters: isPaced ? own : parameters,
        ...(isPaced && { budget: { ratio, ...(Number(horizon) > 0 && { horizon }) } }),
        ...(goal.measure !== undefined && { objective: goal.measure }),
        ...(goal.costs !== undefined && { costs: goal.costs }),
        ...(positive !== undefined && { positive }),
      },
      classes,
      input: inputOf(record(input).vectorizer),
      notes: { reader: record(input).reader, run: jsonOf(without(extra, 'vectorizer')) },
    },
    state: {
      preparer: stateIn(state, 'preparer'),
      ...('vectorizer' in extra && { input: stateIn(extra, 'vectorizer') }),
      deciding: decidingOf(asker, tally),
      ...('ground' in asker && { ground: stateIn(asker, 'ground') }),
      learned: {
        settled: 1,
        pupil: { tally, taught: 0, learner: learnerOf(asker) },
      },
    },
  }
}

const decidingOf = (asker: State, tally: State): State => {
  const items = numberIn(tally, 'rounds')
  if (!('steering' in asker))
    return {
      coins: stateIn(asker, 'coins'),
      budget: {},
      counts: { items, spent: numberIn(tally, 'asked'), time: 0, rate: 0, changes: 0 },
    }
  const { spent, changes, rate } = stateIn(asker, 'counts')
  return {
    coins: stateIn(asker, 'coins'),
    steering: stateIn(asker, 'steering'),
    budget: stateIn(asker, 'budget'),
    counts: { items, spent, time: 0, rate, changes } as State,
  }
}

const learnerOf = (asker: State): State => {
  if ('body' in asker) return stateIn(asker, 'body')
  if ('parts' in asker) return stateIn(asker, 'parts')
  return stateIn(asker, 'learner')
}

/** The learner of a live classifier. One-vs-all kept no tally per class there. */
const renamed = (learner: State, isOneVsAll: boolean): State => {
  if ('bodies' in learner) {
    const { bodies, ...rest } = learner
    const each = Object.entries(bodies as State).map(([k, own]) => [k, renamed(own as State, isOneVsAll)])
    return { ...rest, learners: Object.fromEntries(each) }
  }
  if (!isOneVsAll) return learner
  const tally = { asked: 0, mistakes: 0, updates: 0 }
  return Object.fromEntries(Object.entries(learner).map(([c, own]) => [c, { learner: own as State, tally }]))
}

const without = (state: State, name: string): State =>
  Object.fromEntries(Object.entries(state).filter(([own]) => own !== name))

/** Numbers and arrays as plain JSON. */
const jsonOf = (state: State): Json =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value
        : ArrayBuffer.isView(value)
          ? [...(value as Float64Array)]
          : jsonOf(value as State),
    ]),
  )
