import { described, indented, widthOf, wrapped } from '@askance/core/internals'
import { type Context, terminalWidth } from '../context.js'
import { type Style, styleFor } from '../terminal/style.js'
import { type Command, type Flag, flagSyntax, usageLine } from './declare.js'
import { commonFlags } from './parse.js'

const MAX_WIDTH = 100
const DEFAULT_GROUP = 'Flags'

const helpWidth = ({ stdout }: Context): number => Math.min(MAX_WIDTH, terminalWidth(stdout))

/** Terms on the left, wrapped definitions on the right. */
const definitionList = (entries: readonly (readonly [string, string])[], width: number): string => {
  const left = Math.max(...entries.map(([name]) => widthOf(name))) + 4
  return entries
    .map(([name, meaning]) => {
      const [first = '', ...rest] = wrapped(meaning, Math.max(20, width - left))
      const gap = ' '.repeat(left - 2 - widthOf(name))
      return [`  ${name}${gap}${first}`, ...rest.map((line) => ' '.repeat(left) + line)].join('\n')
    })
    .join('\n')
}

/** Flags by heading, in declaration order. */
export const groupedFlags = (command: Command): readonly (readonly [string, readonly [string, Flag][]])[] => {
  const groups = new Map<string, [string, Flag][]>()
  for (const [name, flag] of Object.entries<Flag>({ ...command.flags, ...commonFlags })) {
    const own = Object.hasOwn(command.flags, name)
    const group = flag.group ?? (own ? DEFAULT_GROUP : ([...groups.keys()].at(-1) ?? DEFAULT_GROUP))
    groups.set(group, [...(groups.get(group) ?? []), [name, flag]])
  }
  return [...groups]
}

const section = (style: Style, head: string, body: string): string => `${style.bold(head)}\n${body}`

export const commandHelp = (command: Command, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = helpWidth(context)
  const args = command.arguments.map(({ name, summary }) => [name, summary] as const)
  const sections = [
    indented(`${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`, 0, width),
    section(style, 'Usage', `  ${usageLine(command)}`),
    ...(args.length > 0 ? [section(style, 'Arguments', definitionList(args, width))] : []),
    ...groupedFlags(command).map(([group, flags]) => {
      const entries = flags.map(
        ([name, flag]) => [flagSyntax(name, flag), described(flag, flag.defaultText)] as const,
      )
      return section(style, group, definitionList(entries, width))
    }),
    ...command.description.map((paragraph) => indented(paragraph, 0, width)),
    section(
      style,
      'Examples',
      command.examples.map(({ about, line }) => `  ${style.dim(`# ${about}`)}\n  ${line}`).join('\n'),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

/** The commands whose first example the overview shows: one for each kind of user. */
const FIRST_STEPS: readonly string[] = ['demo', 'label', 'serve', 'compare']

/** The output of `askance` without a command. */
export const overview = (commands: readonly Command[], context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = helpWidth(context)
  const sections = [
    indented(
      'Askance learns to classify from few labels: it predicts every item, asks about a few, and learns from the answers.',
      0,
      width,
    ),
    section(style, 'Usage', '  askance COMMAND [flags]'),
    section(
      style,
      'Commands',
      definitionList(
        commands.map(({ name, summary }) => [name, summary]),
        width,
      ),
    ),
    section(
      style,
      'Flags',
      definitionList(
        [
          ['--help', 'show help for a command'],
          ['--version', 'print the version'],
        ],
        width,
      ),
    ),
    section(
      style,
      'First steps',
      commands
        .filter(({ name }) => FIRST_STEPS.includes(name))
        .flatMap(({ examples }) => examples.slice(0, 1))
        .map(({ about, line }) => `  ${style.dim(`# ${about}`)}\n  ${line}`)
        .join('\n'),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}
