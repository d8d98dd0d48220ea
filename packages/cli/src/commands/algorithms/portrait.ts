import {
  type Algorithm,
  citations,
  costLegend,
  costOf,
  dialOf,
  type Parameter,
  rangeOf,
  takesKernel,
} from '@askance/core'
import { shellQuoted } from '../../command/shell.js'
import { type Context, columnsOf } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { table } from '../../terminal/table.js'
import { wrapped } from '../../terminal/wrap.js'
import { citationKeys, otherNames } from './facts.js'

const LABEL = 14

/** One algorithm in full. */
export const portrait = (algorithm: Algorithm, context: Context): string => {
  const { name, task, learner, rule, form } = algorithm
  const style = styleFor(context, context.stdout)
  const width = Math.min(100, columnsOf(context.stdout))
  const fact = (label: string, text: string): string => {
    const lines = wrapped(text, width - LABEL)
    return lines.map((line, k) => (k === 0 ? label : '').padEnd(LABEL) + line).join('\n')
  }
  const cite = citationKeys(algorithm).map((key, k) => fact(k === 0 ? 'see' : '', citations[key] ?? key))
  const others = otherNames(algorithm)
  const costWithKernel =
    takesKernel(algorithm) && form !== 'kernel' ? `, with a kernel ${costOf(algorithm, 'kernel')}` : ''
  return [
    style.bold(name),
    '',
    fact('task', task === 'binary' ? 'two classes; more of them one against all' : 'two or more classes'),
    fact('learner', `${learner.name}: ${learner.summary}`),
    fact('rule', `${rule.name}: ${rule.summary}`),
    fact('asks with P =', rule.formula),
    ...(rule.unitRows ? [fact('rows', 'scaled to length 1 unless told otherwise, as the theory wants')] : []),
    fact('kernels', kernelsInWords(algorithm)),
    fact('cost a round', `${costOf(algorithm)}${costWithKernel} (${costLegend})`),
    ...(others.length > 0 ? [fact('same as', others.join(', '))] : []),
    ...cite,
    '',
    style.bold('Parameters'),
    parameterTable(algorithm, width),
    '',
    style.bold('Example'),
    `  ${exampleLine(algorithm)}`,
    '',
  ].join('\n')
}

const kernelsInWords = (algorithm: Algorithm): string => {
  if (!takesKernel(algorithm)) return 'no'
  return algorithm.form === 'kernel'
    ? 'always; linear unless told otherwise'
    : 'yes: linear, Gaussian, polynomial'
}

const parameterTable = (algorithm: Algorithm, width: number): string => {
  const { parameters } = algorithm
  const dial = dialOf(algorithm)
  if (parameters.length === 0) return '  none'
  const turned = ({ name }: Parameter): string => {
    if (dial?.parameter.name !== name) return ''
    return dial.isExact
      ? '; --ratio sets it'
      : `; --ratio searches for it, ${dial.more === 'up' ? 'larger' : 'smaller'} asks more`
  }
  return table(
    [
      { head: '  name' },
      { head: 'symbol' },
      { head: 'default', align: 'right' },
      { head: 'range' },
      { head: 'meaning' },
    ],
    parameters.map((parameter) => [
      `  ${parameter.name}`,
      parameter.symbol,
      String(parameter.default),
      rangeOf(parameter),
      `${parameter.summary}${turned(parameter)}`,
    ]),
    { width },
  )
}

/** A command line that shows how to set what the algorithm has to set. */
const exampleLine = ({ name, rule, parameters }: Algorithm): string => {
  const [first] = parameters
  const setting = rule.dial ? ' --ratio 0.05' : first ? ` --params ${first.name}=${first.default}` : ''
  return `askance run data.libsvm --algorithm ${shellQuoted(name)}${setting}`
}
