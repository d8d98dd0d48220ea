import type { Declaration, Value, ValueOf } from '@askance/core/internals'
import type { Context } from '../context.js'

/** What stands on the command line without a flag. */
export interface Argument {
  /** As help writes it: DATA. */
  readonly name: string
  readonly summary: string
  readonly optional?: true
  /** Stands for one or more; only the last argument may. */
  readonly repeated?: true
  /** Completed with file names. */
  readonly file?: true
  /** The only values there are. */
  readonly choices?: readonly string[]
  /** Values to complete with; others may be good too. */
  readonly suggestions?: readonly string[]
}

export interface Flag extends Declaration {
  /** One letter that stands for it: -o. */
  readonly short?: string
  /** The heading it stands under in help. */
  readonly group?: string
  /** What help says of the default where it is not one value. */
  readonly defaultText?: string
  /** Values to complete with; others may be good too. */
  readonly suggestions?: readonly string[]
  readonly required?: true
  /** May be given more than once. */
  readonly repeated?: true
  /** The value that the flag alone stands for; another is written behind an equals sign. */
  readonly alone?: string
}

export type Flags = Readonly<Record<string, Flag>>

type OneValue<F extends Flag> = F extends { choices: readonly (infer Choice)[] } ? Choice : ValueOf<F>

type FlagValue<F extends Flag> = F extends { repeated: true }
  ? readonly OneValue<F>[]
  : OneValue<F> | (F extends { type: 'switch' } | { default: Value } | { required: true } ? never : undefined)

/** The values of a command's flags, typed by their declaration. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> }

/** What the user has written, checked. */
export interface Input<F extends Flags> {
  readonly args: readonly string[]
  readonly flags: FlagValues<F>
  /** The flags that were written, defaults left out. */
  readonly given: ReadonlySet<string>
}

export interface Example {
  readonly about: string
  readonly line: string
}

/** A command as data: parsing, checks, help, completion and the docs page all come from this one declaration. */
export interface Command<F extends Flags = Flags> {
  readonly name: string
  readonly summary: string
  readonly description: readonly string[]
  readonly arguments: readonly Argument[]
  readonly flags: F
  readonly examples: readonly Example[]
  run(context: Context, input: Input<F>): Promise<void>
}

/** Keeps the types of the flags for `run`, and forgets them for everybody else. */
export const command = <const F extends Flags>(declaration: Command<F>): Command =>
  declaration as unknown as Command

/** The values that completion offers, and whether those are the only ones. */
export const completions = ({ choices, suggestions }: Argument | Flag): readonly string[] =>
  choices ?? suggestions ?? []

/** How a command is called: `askance run DATA [flags]`. */
export const usageLine = ({ name, arguments: args, flags }: Command): string =>
  [
    'askance',
    name,
    ...args.map(({ name: arg, repeated, optional }) => {
      const spelt = repeated ? `${arg}...` : arg
      return optional ? `[${spelt}]` : spelt
    }),
    ...Object.entries(flags)
      .filter(([, flag]) => flag.required)
      .map(([flagName, flag]) => flagSyntax(flagName, flag)),
    ...(Object.values(flags).some((flag) => !flag.required) ? ['[flags]'] : []),
  ].join(' ')

/** A flag as help writes it: `--seed N`, `--intercept[=VALUE]`, `-o, --output FILE`. */
export const flagSyntax = (name: string, { type, hint, choices, alone, short }: Flag): string => {
  const flag = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (type === 'switch') return flag
  const value = hint ?? choices?.join('|') ?? 'VALUE'
  return alone === undefined ? `${flag} ${value}` : `${flag}[=${value}]`
}
