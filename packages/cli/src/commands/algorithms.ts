import type { Algorithm, Parameter } from '@askance/core'
import {
  catalogue,
  citations,
  costLegend,
  costOf,
  dialOf,
  findAlgorithm,
  plainTable,
  rangeOf,
  takesKernel,
  wrapped,
} from '@askance/core/internals'
import { command } from '../command/declare.js'
import { shellQuoted } from '../command/parse.js'
import { type Context, terminalWidth } from '../context.js'
import { styleFor } from '../terminal/style.js'

const papers = [...new Set(catalogue.map(({ paper }) => paper))]

export const algorithmNames = catalogue.map(({ name }) => name)

export const algorithms = command({
  name: 'algorithms',
  summary: 'lists the algorithms, or tells one in full',
  description: [
    'An algorithm is a learner, which scores rows and learns labels, and a query rule, which gives the probability of asking. Each stands under the name its paper gave it.',
  ],
  arguments: [
    { name: 'NAME', summary: 'the algorithm to tell in full', optional: true, suggestions: algorithmNames },
  ],
  flags: {
    task: { type: 'text', choices: ['binary', 'multiclass'], summary: 'only those for this task' },
    paper: { type: 'text', hint: 'KEY', choices: papers, summary: 'only those named by this paper' },
    json: { type: 'switch', summary: 'prints JSON' },
  },
  examples: [
    { about: 'every algorithm, with what a round costs', line: 'askance algorithms' },
    { about: 'one of them in full', line: 'askance algorithms D-AMD' },
    {
      about: 'those for several classes, for a program',
      line: 'askance algorithms --task multiclass --json',
    },
  ],
  async run(context, { args: [name], flags }) {
    const { stdout } = context
    if (name !== undefined) {
      const algorithm = findAlgorithm(name)
      stdout.write(
        flags.json
          ? `${JSON.stringify(algorithmJson(algorithm), null, 2)}\n`
          : describeAlgorithm(algorithm, context),
      )
      return
    }
    const chosen = catalogue.filter(
      ({ task, paper }) =>
        (!flags.task || task === flags.task || task === 'any') && (!flags.paper || paper === flags.paper),
    )
    if (flags.json) {
      stdout.write(`${JSON.stringify(chosen.map(algorithmJson), null, 2)}\n`)
      return
    }
    const style = styleFor(context, stdout)
    const columns = [
      { title: 'name', paint: style.bold },
      { title: 'paper' },
      { title: 'task' },
      { title: 'learner × rule' },
      { title: 'cost' },
      { title: 'parameters' },
    ]
    const width = stdout.isTTY ? { width: terminalWidth(stdout) } : {}
    stdout.write(`${plainTable(columns, chosen.map(tableRow), { ...width, heads: style.dim })}\n\n`)
    const legend = `cost of a round: ${costLegend}. \`askance algorithms NAME\` tells one in full.`
    stdout.write(`${wrapped(legend, terminalWidth(stdout)).join('\n')}\n`)
  },
})

const tableRow = (algorithm: Algorithm): readonly string[] => [
  algorithm.name,
  algorithm.paper,
  algorithm.task,
  `${algorithm.learner.name} × ${algorithm.rule.name}`,
  costOf(algorithm),
  algorithm.parameters.map(({ name, default: value }) => `${name}=${value}`).join(', '),
]

const LABEL = 14

/** One algorithm in full. */
const describeAlgorithm = (algorithm: Algorithm, context: Context): string => {
  const { name, task, learner, rule, form } = algorithm
  const style = styleFor(context, context.stdout)
  const width = Math.min(100, terminalWidth(context.stdout))
  const fact = (label: string, text: string): string => {
    const lines = wrapped(text, width - LABEL)
    return lines.map((line, k) => (k === 0 ? label : '').padEnd(LABEL) + line).join('\n')
  }
  const cite = citationKeys(algorithm).map((key, k) => fact(k === 0 ? 'see' : '', citations[key] ?? key))
  const others = aliases(algorithm)
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
    fact('kernels', kernelText(algorithm)),
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

const kernelText = (algorithm: Algorithm): string => {
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
  return plainTable(
    [
      { title: '  name' },
      { title: 'symbol' },
      { title: 'default', align: 'right' },
      { title: 'range' },
      { title: 'meaning' },
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

/** All that is the same under another name. */
const aliases = ({ name, sameAs }: Algorithm): readonly string[] => {
  const first = sameAs ?? name
  return catalogue
    .filter((other) => other.name !== name && (other.sameAs ?? other.name) === first)
    .map((other) => other.name)
}

/** Everything about an algorithm as plain data, for `--json`. */
const algorithmJson = (algorithm: Algorithm) => {
  const { name, paper, task, learner, rule, form, parameters } = algorithm
  return {
    name,
    paper,
    task,
    learner: learner.name,
    rule: rule.name,
    form,
    probability: rule.formula,
    cost: costOf(algorithm),
    kernels: takesKernel(algorithm),
    parameters,
    sameAs: aliases(algorithm),
    citations: citationKeys(algorithm),
  }
}

/** The paper of the name, then the works of the learner and the rule, each once. */
const citationKeys = ({ paper, learner, rule }: Algorithm): readonly string[] => [
  ...new Set([paper, ...learner.cite, ...rule.cite]),
]
