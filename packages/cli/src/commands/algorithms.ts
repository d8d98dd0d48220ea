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
  summary: 'list the algorithms, or describe one',
  description: [
    'An algorithm is a learner, which scores rows and learns from labels, and a query rule, which gives the probability of asking. Each has the name from its paper; "LEARNER x RULE" combines any two that fit.',
  ],
  arguments: [
    { name: 'NAME', summary: 'the algorithm to describe', optional: true, suggestions: algorithmNames },
  ],
  flags: {
    task: { type: 'text', choices: ['binary', 'multiclass'], summary: 'only algorithms for this task' },
    paper: { type: 'text', hint: 'KEY', choices: papers, summary: 'only algorithms of this paper' },
    json: { type: 'switch', summary: 'print JSON' },
  },
  examples: [
    { about: 'every algorithm, with its cost per round', line: 'askance algorithms' },
    { about: 'describe one', line: 'askance algorithms D-AMD' },
    {
      about: 'algorithms for several classes, as JSON',
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
    const legend = `cost per round: ${costLegend}. \`askance algorithms NAME\` describes one. Other combinations of a learner and a rule have names such as "RLS x near".`
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
    fact('task', task === 'binary' ? 'two classes; more with one-vs-all' : 'two or more classes'),
    fact('learner', `${learner.name}: ${learner.summary}`),
    fact('rule', `${rule.name}: ${rule.summary}`),
    fact('asks with P =', rule.formula),
    ...(rule.unitRows ? [fact('rows', 'scaled to length 1 by default, as the theory requires')] : []),
    fact('kernels', kernelText(algorithm)),
    fact('cost/round', `${costOf(algorithm)}${costWithKernel} (${costLegend})`),
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
  return algorithm.form === 'kernel' ? 'always; linear by default' : 'yes: linear, Gaussian, polynomial'
}

const parameterTable = (algorithm: Algorithm, width: number): string => {
  const { parameters } = algorithm
  const dial = dialOf(algorithm)
  if (parameters.length === 0) return '  none'
  const turned = ({ name }: Parameter): string => {
    if (dial?.parameter.name !== name) return ''
    return dial.isExact
      ? '; set by --ratio'
      : `; set by --ratio, ${dial.more === 'up' ? 'larger' : 'smaller'} values ask more`
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

/** A command line that sets the algorithm's main parameter. */
const exampleLine = ({ name, rule, parameters }: Algorithm): string => {
  const [first] = parameters
  const setting = rule.dial ? ' --ratio 0.05' : first ? ` --params ${first.name}=${first.default}` : ''
  return `askance run data.libsvm --algorithm ${shellQuoted(name)}${setting}`
}

/** Other names of the same algorithm. */
const aliases = ({ name, sameAs }: Algorithm): readonly string[] => {
  const first = sameAs ?? name
  return catalogue
    .filter((other) => other.name !== name && (other.sameAs ?? other.name) === first)
    .map((other) => other.name)
}

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

/** The paper that named it, then the papers of its learner and rule, without duplicates. */
const citationKeys = ({ paper, learner, rule }: Algorithm): readonly string[] => [
  ...new Set([paper, ...learner.cite, ...rule.cite]),
]
