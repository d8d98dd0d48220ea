import type { DataSet, DataSetCounts } from '@askance/data'
import { type Context, columnsOf } from '../../context.js'
import { count } from '../../terminal/numbers.js'
import { styleFor } from '../../terminal/style.js'
import { type Column, table } from '../../terminal/table.js'

const right = { align: 'right' } as const

/** What is known of data sets, and where they are. */
export const printSets = (
  sets: readonly (DataSet & { readonly path: string | null })[],
  folder: string,
  context: Context,
): string => {
  const style = styleFor(context, context.stdout)
  const columns: readonly Column[] = [
    { head: 'name', paint: style.bold },
    { head: 'task' },
    { head: 'items', ...right },
    { head: 'features', ...right },
    { head: 'classes', ...right },
    { head: 'here' },
    { head: 'papers' },
    { head: 'from' },
  ]
  const rows = sets.map(({ name, task, instances, features, classes, papers, path, origin }) => [
    name,
    task,
    count(instances),
    features === undefined ? '' : count(features),
    count(classes),
    path === null ? '' : 'yes',
    papers.join(' '),
    origin,
  ])
  const width = columnsOf(context.stdout)
  const here = sets.filter(({ path }) => path !== null).length
  return `${table(columns, rows, { heads: style.dim, width })}\n\n${here} of ${sets.length} are in ${folder}\n`
}

/** What was expected beside what was found. */
export const printCheck = (
  path: string,
  known: DataSet | undefined,
  found: DataSetCounts,
  context: Context,
): string => {
  const style = styleFor(context, context.stdout)
  const columns: readonly Column[] = [
    { head: path },
    { head: known ? `expected of ${known.name}` : 'expected', ...right },
    { head: 'found', ...right },
  ]
  const rows = (['instances', 'features', 'classes'] as const).map((what) => {
    const expected = known?.[what]
    return [what, expected === undefined ? '?' : count(expected), count(found[what])]
  })
  return `${table(columns, rows, { heads: style.dim })}\n`
}
