import type { Declaration, Value, ValueOf } from '@askance/core/internals'
import type { Context } from '../context.js'

/** A positional argument. */
export interface Argument {
  /** The name in help, such as DATA. */
  readonly name: string
  readonly summary: string
  readonly optional?: true
  /** Accepts one or more values; only for the last argument. */
  readonly repeated?: true
  /** Completed with file names. */
  readonly file?: true
  /** Names a file that the command writes. */
  readonly writes?: true
  /** The allowed values. */
  readonly choices?: readonly string[]
  /** Values for completion; other values are allowed. */
  readonly suggestions?: readonly string[]
}

export interface Flag extends Declaration {
  /** Names a file that the command writes. */
  readonly writes?: true
  /** The flag whose file it may replace. */
  readonly replaces?: string
  /** The one-letter form, such as -o. */
  readonly short?: string
  /** An earlier name, which is still accepted. */
  readonly alias?: string
  /** The heading in help. */
  readonly group?: string
  /** The default as help prints it, where it is not a single value. */
  readonly defaultText?: string
  /** Values for completion; other values are allowed. */
  readonly suggestions?: readonly string[]
  readonly required?: true
  /** May be given more than once. */
  readonly repeated?: true
  /** The value when the flag is given without one; other values follow an equals sign. */
  readonly alone?: string
}

export type Flags = Readonly<Record<string, Flag>>

type OneValue<F extends Flag> = F extends { choices: readonly (infer Choice)[] } ? Choice : ValueOf<F>

type FlagValue<F extends Flag> = F extends { repeated: true }
  ? readonly OneValue<F>[]
  : OneValue<F> | (F extends { type: 'switch' } | { default: Value } | { required: true } ? never : undefined)

/** The values of a command's flags, typed by the declarations. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: FlagValue<F[Name]> }

/** The validated command line. */
export interface Input<F extends Flags> {
  readonly args: readonly string[]
  readonly flags: FlagValues<F>
  /** The flags on the command line, without defaults. */
  readonly given: ReadonlySet<string>
}

export interface Example {
  readonly about: string
  readonly line: string
}

/** A command as data. Parsing, validation, help, completion and docs/cli.md are derived from it. */
export interface Command<F extends Flags = Flags> {
  readonly name: string
  readonly summary: string
  readonly description: readonly string[]
  readonly arguments: readonly Argument[]
  readonly flags: F
  /** Flags of other commands that are expected here, and what to use instead. */
  readonly elsewhere?: Readonly<Record<string, string>>
  readonly examples: readonly Example[]
  run(context: Context, input: Input<F>): Promise<void>
}

/** Types the flags inside `run` and erases them outside. */
export const command = <const F extends Flags>(declaration: Command<F>): Command =>
  declaration as unknown as Command

/** The values that completion offers. */
export const completions = ({ choices, suggestions }: Argument | Flag): readonly string[] =>
  choices ?? suggestions ?? []

/** The usage line: `askance run DATA [flags]`. */
export const usageLine = ({ name, arguments: args, flags }: Command): string =>
  [
    'askance',
    name,
    ...args.map(({ name: arg, repeated, optional }) => {
      const text = repeated ? `${arg}...` : arg
      return optional ? `[${text}]` : text
    }),
    ...Object.entries(flags)
      .filter(([, flag]) => flag.required)
      .map(([flagName, flag]) => flagSyntax(flagName, flag)),
    ...(Object.values(flags).some((flag) => !flag.required) ? ['[flags]'] : []),
  ].join(' ')

/** A flag as help prints it: `--seed N`, `--intercept[=VALUE]`, `-o, --output FILE`. */
export const flagSyntax = (name: string, { type, hint, choices, alone, short }: Flag): string => {
  const flag = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (type === 'switch') return flag
  const value = hint ?? choices?.join('|') ?? 'VALUE'
  return alone === undefined ? `${flag} ${value}` : `${flag}[=${value}]`
}
