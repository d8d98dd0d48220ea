import { described, indented, widthOf, wrapped } from '@askance/core/internals'
import { type Context, columnsOf } from '../context.js'
import { type Style, styleFor } from '../terminal/style.js'
import { type Command, type Flag, spelled, usageOf } from './declare.js'
import { commonFlags } from './parse.js'

const MOST_WIDTH = 100
const USUAL_GROUP = 'Flags'

const widthFor = ({ stdout }: Context): number => Math.min(MOST_WIDTH, columnsOf(stdout))

/** Names on the left, what they mean on the right, wrapped. */
const glossary = (entries: readonly (readonly [string, string])[], width: number): string => {
  const left = Math.max(...entries.map(([name]) => widthOf(name))) + 4
  return entries
    .map(([name, meaning]) => {
      const [first = '', ...rest] = wrapped(meaning, Math.max(20, width - left))
      const gap = ' '.repeat(left - 2 - widthOf(name))
      return [`  ${name}${gap}${first}`, ...rest.map((line) => ' '.repeat(left) + line)].join('\n')
    })
    .join('\n')
}

/** The flags under their headings, in the order of the declaration. */
export const groupedFlags = (command: Command): readonly (readonly [string, readonly [string, Flag][]])[] => {
  const groups = new Map<string, [string, Flag][]>()
  for (const [name, flag] of Object.entries<Flag>({ ...command.flags, ...commonFlags })) {
    const own = Object.hasOwn(command.flags, name)
    const group = flag.group ?? (own ? USUAL_GROUP : ([...groups.keys()].at(-1) ?? USUAL_GROUP))
    groups.set(group, [...(groups.get(group) ?? []), [name, flag]])
  }
  return [...groups]
}

const headed = (style: Style, head: string, body: string): string => `${style.bold(head)}\n${body}`

/** All there is to say about one command. */
export const helpOf = (command: Command, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = widthFor(context)
  const args = command.arguments.map(({ name, summary }) => [name, summary] as const)
  const sections = [
    indented(`${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`, 0, width),
    headed(style, 'Usage', `  ${usageOf(command)}`),
    ...(args.length > 0 ? [headed(style, 'Arguments', glossary(args, width))] : []),
    ...groupedFlags(command).map(([group, flags]) => {
      const entries = flags.map(([name, flag]) => [spelled(name, flag), described(flag, flag.usual)] as const)
      return headed(style, group, glossary(entries, width))
    }),
    ...command.description.map((paragraph) => indented(paragraph, 0, width)),
    headed(
      style,
      'Examples',
      command.examples.map(({ about, line }) => `  ${style.dim(`# ${about}`)}\n  ${line}`).join('\n'),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

/** What `askance` alone says. */
export const overview = (commands: readonly Command[], context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = widthFor(context)
  const sections = [
    indented(
      'Askance classifies a stream while labels are expensive: it predicts every item, asks about few, and learns from the answers.',
      0,
      width,
    ),
    headed(style, 'Usage', '  askance COMMAND [flags]'),
    headed(
      style,
      'Commands',
      glossary(
        commands.map(({ name, summary }) => [name, summary]),
        width,
      ),
    ),
    headed(
      style,
      'Flags',
      glossary(
        [
          ['--help', 'explains a command'],
          ['--version', 'prints the version'],
        ],
        width,
      ),
    ),
    headed(
      style,
      'Examples',
      commands
        .flatMap(({ examples }) => examples.slice(0, 1))
        .map(({ about, line }) => `  ${style.dim(`# ${about}`)}\n  ${line}`)
        .join('\n'),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}
