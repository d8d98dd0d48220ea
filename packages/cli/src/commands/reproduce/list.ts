import { type Reproduction, reproductions } from '@askance/bench'
import { type Context, columnsOf } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { widthOf, wrapped } from '../../terminal/wrap.js'
import { type Needed, neededBy } from './needs.js'

/** Every table and figure as plain data, for `--json`. */
export const listedAsData = (folder: string) =>
  reproductions.map((one) => ({
    id: one.id,
    title: one.title,
    kind: one.experiment.kind,
    sets: neededBy(one, folder),
  }))

/** Every table and figure, with the data it needs, for people. */
export const listedInWords = (folder: string, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const left = Math.max(...reproductions.map(({ id }) => id.length)) + 2
  const room = Math.max(30, columnsOf(context.stdout) - left)
  const entry = (one: Reproduction): string => {
    const [first = '', ...rest] = wrapped(one.title, room)
    const data = dataInWords(neededBy(one, folder)).flatMap((text) => wrapped(text, room).map(style.dim))
    const id = style.bold(one.id) + ' '.repeat(left - widthOf(one.id))
    return [`${id}${first}`, ...[...rest, ...data].map((line) => ' '.repeat(left) + line)].join('\n')
  }
  const needed = reproductions.map((one) => neededBy(one, folder))
  const ready = needed.filter((sets) => sets.every(({ here }) => here)).length
  const none = needed.filter((sets) => sets.length > 0 && !sets.some(({ here }) => here)).length
  const end = `${ready} of ${needed.length} have all their data, ${needed.length - ready - none} part of it, ${none} none. Data sets are looked for in ${folder}; \`askance data list\` tells where they come from.`
  const lines = wrapped(end, columnsOf(context.stdout))
  return `${reproductions.map(entry).join('\n')}\n\n${lines.join('\n')}\n`
}

const dataInWords = (needed: readonly Needed[]): readonly string[] => {
  if (needed.every(({ data }) => data === undefined)) return ['made-up data']
  const named = (here: boolean): string =>
    needed
      .filter((one) => one.here === here)
      .map(({ name }) => name)
      .join(', ')
  const [here, missing] = [named(true), named(false)]
  return [...(here ? [`here: ${here}`] : []), ...(missing ? [`missing: ${missing}`] : [])]
}
