import { countIn, floatsIn, numberIn, type State, stateIn } from '../state/state.js'
import { stepsFor } from './dual-steps.js'
import { Ensemble } from './ensemble.js'
import { MAX_CLASSES } from './ensembles.js'
import { KernelMember } from './kernel/member.js'
import { loadRows, savedRows } from './kernel/replica.js'
import { KernelRows } from './kernel/rows.js'
import type { AutoLearner } from './learner.js'
import { LinearMember, type Member } from './member.js'
import { Scales } from './scales.js'
import { TopicBasis } from './topics/basis.js'
import { ViewScaling } from './view-scaling.js'

/**
 * What predicts of `auto`: the scales in use, the weights of the members, the rows of the kernel and the stack. It has no answers
 * and no statistics. A learner that loads it reads rows with the same bits, but cannot learn.
 */
export const saveReplica = (learner: AutoLearner): State => {
  const { statistics, scaling, ensembles, classes } = learner
  const { relevance, newcomer, meanSquare } = scaling.save()
  const { topics } = scaling.scales
  // Younger ensembles that do not score are left out.
  const isWhole = 1 - ensembles.primary.weight > statistics.design.minYoungWeight
  const scoring = isWhole ? ensembles.all : [ensembles.primary]
  return {
    counts: { classes, ensembles: scoring.length, usesKernel: learner.usesKernel ? 1 : 0 },
    features: statistics.features.saveReplica(),
    threshold: statistics.threshold.save(),
    scales: scaling.scales.saveReplica(),
    scaling: { relevance, newcomer, meanSquare },
    ...(topics && { topics: { ...statistics.topics.saveReplica(), basis: topics.save() } }),
    ensembles: Object.fromEntries(scoring.map((ensemble, k) => [String(k), savedEnsemble(ensemble)])),
  }
}

export const loadReplica = (learner: AutoLearner, state: State): void => {
  const { statistics, ensembles } = learner
  const counts = stateIn(state, 'counts')
  const scaling = stateIn(state, 'scaling')
  while (learner.classes < countIn(counts, 'classes', MAX_CLASSES)) learner.addClass()
  statistics.kernelEnd = numberIn(counts, 'usesKernel') === 1 ? Number.POSITIVE_INFINITY : 0
  statistics.features.loadReplica(stateIn(state, 'features'))
  statistics.threshold.load(stateIn(state, 'threshold'))
  const scales = new Scales()
  scales.load(stateIn(state, 'scales'), NOTHING_LATER, statistics.design.rarity)
  if ('topics' in state) {
    const topics = stateIn(state, 'topics')
    statistics.topics.loadReplica(topics)
    scales.topics = TopicBasis.load(stateIn(topics, 'basis'))
  }
  statistics.scales = [scales]
  learner.scaling = new ViewScaling()
  learner.scaling.load({ ...scaling, version: 0 }, [scales])
  const saved = stateIn(state, 'ensembles')
  const stores = ensembles.all.map((ensemble) => kernelOf(ensemble.members)?.store)
  ensembles.all = Array.from({ length: numberIn(counts, 'ensembles') }, (_, k) => {
    const own = stateIn(saved, String(k))
    const [weight, isWhole, hasVector] = floatsIn(own, 'numbers')
    const ensemble = new Ensemble(statistics.design, learner.classes, isWhole === 1, hasVector === 1)
    ensemble.weight = weight
    loadEnsemble(ensemble, own, learner.classes, stores[k])
    return ensemble
  })
}

const NOTHING_LATER = { count: [], inverse: new Float64Array(0) }

const savedEnsemble = ({ weight, isWhole, hasVector, stack, members }: Ensemble): State => ({
  numbers: Float64Array.of(weight, isWhole ? 1 : 0, hasVector ? 1 : 0),
  slopes: stack.slopes.slice(),
  answers: stack.answers.slice(),
  members: Object.fromEntries(members.map((member, m) => [String(m), savedMember(member)])),
})

const savedMember = (member: Member): State => {
  if (member instanceof LinearMember) return member.saveReplica()
  return member instanceof KernelMember && member.count > 0 ? { rows: savedRows(member.ready) } : {}
}

const loadEnsemble = (
  { stack, members }: Ensemble,
  state: State,
  classes: number,
  store: KernelRows | undefined,
): void => {
  stack.slopes.set(floatsIn(state, 'slopes'))
  stack.answers.set(floatsIn(state, 'answers'))
  const saved = stateIn(state, 'members')
  members.forEach((member, m) => {
    const own = stateIn(saved, String(m))
    if (member instanceof LinearMember) member.loadReplica(own)
    else if (member instanceof KernelMember && 'rows' in own) {
      // The memory of the version before is used again: an instance of WebAssembly for each would be too much.
      member.store = store ?? new KernelRows(stepsFor(classes))
      loadRows(member.store, stateIn(own, 'rows'))
      member.labels = new Array<number>(member.store.count).fill(0)
    }
  })
}

const kernelOf = (members: readonly Member[]): KernelMember | undefined =>
  members.find((member): member is KernelMember => member instanceof KernelMember)
