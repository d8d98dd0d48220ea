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
import { cliError, conflictError } from '../errors.js'
import { outputStream, writtenText } from '../files/sink.js'
import { styleFor } from '../terminal/style.js'
import { paramsFromFlag } from './run/params.js'

const DEFAULT_FORMAT = 'libsvm'

export const generate = command({
  name: 'generate',
  summary: 'generate a synthetic stream',
  description: [
    'The same name, parameters and seed give the same bits with Node on every machine; other runtimes differ in the last digits. The stream is written in constant memory, so it can have any size.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the stream; --list shows all',
      optional: true,
      suggestions: syntheticStreams.map(({ name }) => name),
    },
  ],
  flags: {
    list: { type: 'switch', summary: 'list the streams with their parameters' },
    params: {
      type: 'text',
      hint: 'JSON|k=v,…',
      repeated: true,
      summary: 'parameters, as noise=0.1,period=1000 or {"noise":0.1}; repeatable',
    },
    items: {
      type: 'whole',
      hint: 'N',
      min: 0,
      defaultText: 'depends on the stream',
      summary: 'number of items',
    },
    seed: { type: 'whole', hint: 'N', min: 0, default: 1, summary: 'seed of the items' },
    data: {
      type: 'file',
      hint: 'FILE',
      summary: 'the LIBSVM file that streams such as regrouped are made from',
    },
    format: {
      type: 'text',
      hint: 'NAME',
      choices: itemWriters.filter(({ name }) => !/prodigy|studio/.test(name)).map(({ name }) => name),
      defaultText: `from the file name, else ${DEFAULT_FORMAT}`,
      summary: 'output format',
    },
    digits: {
      type: 'whole',
      hint: 'N',
      min: 1,
      max: 9,
      defaultText: 'all',
      summary: 'round values to N digits; LIBSVM only, faster',
    },
    output: {
      type: 'file',
      writes: true,
      short: 'o',
      hint: 'FILE',
      default: '-',
      summary: 'output file; - for the standard output',
    },
    json: { type: 'switch', summary: 'with --list: print JSON' },
  },
  examples: [
    { about: 'list the streams', line: 'askance generate --list' },
    {
      about: 'a rotating hyperplane, written to a file',
      line: 'askance generate rotating-hyperplane --items 5000 --params change=0.01 --output moving.libsvm',
    },
    {
      about: 'pipe a stream into a run',
      line: 'askance generate sea --seed 7 | askance run - --classes=-1,1',
    },
  ],
  async run(context, { args: [name], flags }) {
    if (flags.list) {
      context.stdout.write(flags.json ? `${JSON.stringify(syntheticStreams)}\n` : streamList(context))
      return
    }
    if (name === undefined)
      throw cliError('usage/argument-missing', {
        command: 'generate',
        name: 'NAME',
        summary: 'the stream; --list shows all',
      })
    const { output, format, seed, digits, items, data } = flags
    const given = { ...paramsFromFlag(flags.params), ...(items !== undefined && { rows: items }) }
    const declared = findStream(name)
    const loaded = data === undefined ? undefined : await loadLibsvm(data)
    const stream = declared.create(given, seed, loaded)
    const written = format ?? (output === '-' ? DEFAULT_FORMAT : writerOf(output).name)
    const target = output === '-' ? outputStream(context) : output
    if (digits !== undefined) {
      if (written !== DEFAULT_FORMAT) throw conflictError('--digits', `the format ${written}`)
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
