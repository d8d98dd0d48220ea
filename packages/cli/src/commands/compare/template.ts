import { type Protocol, reproductions, type View } from '@askance/bench'
import { nearest } from '@askance/core/internals'
import { cliError } from '../../errors.js'

/** A table or figure of a paper whose experiment runs on other data. */
export interface Template {
  readonly id: string
  readonly title: string
  readonly protocol: Protocol
  readonly view: View
}

/** Every reproduction that compares algorithms. */
export const templates: readonly Template[] = reproductions.flatMap(({ id, title, experiment }) =>
  experiment.kind === 'compare' ? [{ id, title, protocol: experiment.protocol, view: experiment.view }] : [],
)

/**
 * The experiment of a table or figure without its data: algorithms that the paper shows on some sets only run on all, each
 * under its own name.
 */
export const templateNamed = (id: string): Template => {
  const wanted = id.toLowerCase()
  const found = templates.find((template) => template.id === wanted)
  if (!found) throw unknownTemplate(id)
  const { protocol } = found
  return {
    ...found,
    protocol: {
      ...protocol,
      algorithms: protocol.algorithms.map(({ sets: _, rankedAs: __, ...spec }) => spec),
    },
  }
}

const unknownTemplate = (id: string): Error => {
  const wanted = id.toLowerCase()
  const other = reproductions.find((reproduction) => reproduction.id === wanted)
  const ids = templates.map((template) => template.id)
  const near = nearest(wanted, ids)
  const begun = ids.filter((one) => one.startsWith(wanted))
  const hint =
    other !== undefined
      ? `; it is a study of another kind (${other.experiment.kind})`
      : begun.length > 1
        ? `, such as ${begun.join(', ')}`
        : near === undefined
          ? ' from `askance reproduce list`'
          : `; did you mean ${near}?`
  return cliError('usage/value', {
    flag: 'as',
    found: id,
    expected: `a table or figure that compares algorithms${hint}`,
  })
}
