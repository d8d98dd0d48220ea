import { plainTable, significant } from '@askance/core/internals'
import {
  findStream,
  itemWriters,
  loadLibsvm,
  type StreamDeclaration,
  streamItems,
  syntheticStreams,
  writeItems,
  writeLibsvm,
  writerOf,
} from '@askance/data'
import { command } from '../command/declare.js'
import { type Context, terminalWidth } from '../context.js'
import { cliError } from '../errors.js'
import { outputStream, writtenText } from '../files/sink.js'
import { styleFor } from '../terminal/style.js'
import { paramsFromFlag } from './run/params.js'

const DEFAULT_FORMAT = 'libsvm'

export const generate = command({
  name: 'generate',
  summary: 'makes a synthetic stream',
  description: [
    'The same name, parameters and seed give the same stream, to the last bit, on any machine. Nothing is kept in memory, so it may be of any size.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'which stream; --list tells them',
      optional: true,
      suggestions: syntheticStreams.map(({ name }) => name),
    },
  ],
  flags: {
    list: { type: 'switch', summary: 'lists the streams with their parameters' },
    params: {
      type: 'text',
      hint: 'JSON|k=v,…',
      repeated: true,
      summary: 'its parameters, as noise=0.1,period=1000 or {"noise":0.1}; may be repeated',
    },
    items: { type: 'whole', hint: 'N', min: 0, defaultText: 'by the stream', summary: 'how many' },
    seed: { type: 'whole', hint: 'N', min: 0, default: 1, summary: 'decides every item' },
    data: {
      type: 'file',
      hint: 'FILE',
      summary: 'the LIBSVM file that a stream like regrouped is made from',
    },
    format: {
      type: 'text',
      hint: 'NAME',
      choices: itemWriters.filter(({ name }) => !/prodigy|studio/.test(name)).map(({ name }) => name),
      defaultText: `as the name of the file tells, else ${DEFAULT_FORMAT}`,
      summary: 'the format to write',
    },
    digits: {
      type: 'whole',
      hint: 'N',
      min: 1,
      max: 9,
      defaultText: 'all',
      summary: 'rounds the values to so many digits; LIBSVM only, and faster',
    },
    output: {
      type: 'file',
      short: 'o',
      hint: 'FILE',
      default: '-',
      summary: 'where it goes; - is the standard output',
    },
    json: { type: 'switch', summary: 'with --list: as JSON' },
  },
  examples: [
    { about: 'what there is', line: 'askance generate --list' },
    {
      about: 'a hyperplane that rotates, as a file',
      line: 'askance generate rotating-hyperplane --items 5000 --params change=0.01 --output moving.libsvm',
    },
    { about: 'straight into a run', line: 'askance generate sea --seed 7 | askance run - --classes=-1,1' },
  ],
  async run(context, { args: [name], flags }) {
    if (flags.list) {
      context.stdout.write(flags.json ? `${JSON.stringify(syntheticStreams)}\n` : streamList(context))
      return
    }
    if (name === undefined)
      throw cliError('usage/argument-missing', { command: 'generate', name: 'NAME', summary: 'which stream' })
    const { output, format, seed, digits, items, data } = flags
    const given = { ...paramsFromFlag(flags.params), ...(items !== undefined && { rows: items }) }
    const declared = findStream(name)
    const loaded = data === undefined ? undefined : await loadLibsvm(data)
    const stream = declared.create(given, seed, loaded)
    const written = format ?? (output === '-' ? DEFAULT_FORMAT : writerOf(output).name)
    const target = output === '-' ? outputStream(context) : output
    if (digits !== undefined) {
      if (written !== DEFAULT_FORMAT)
        throw cliError('usage/conflict', { left: '--digits', right: `the format ${written}`, reason: '' })
      await writeLibsvm(stream, target, { digits })
      return
    }
    const result = await writeItems(written, streamItems(name, stream), target)
    if (output !== '-') context.stderr.write(writtenText(result, output, written))
  },
})

const streamList = (context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = terminalWidth(context.stdout)
  return syntheticStreams.map((stream) => describeStream(stream, style.bold, width)).join('\n')
}

const describeStream = (
  { name, summary, cite, parameters, needsTable }: StreamDeclaration,
  bold: (text: string) => string,
  width: number,
): string => {
  const rows = parameters.map((one) => [`  ${one.name}`, significant(one.default), one.summary])
  const columns = [
    { title: '  parameter' },
    { title: 'default', align: 'right' as const },
    { title: 'meaning' },
  ]
  return [
    `${bold(name)}: ${summary}${needsTable ? ' (needs --data)' : ''}`,
    ...(cite ? [`  ${cite}`] : []),
    plainTable(columns, rows, { width }),
    '',
  ].join('\n')
}
