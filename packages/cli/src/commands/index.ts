import type { Command } from '../command/declare.js'
import { algorithms } from './algorithms.js'
import { backup, restore } from './backup.js'
import { compare } from './compare/index.js'
import { completionFor } from './completion.js'
import { convert } from './convert.js'
import { data } from './data.js'
import { demo } from './demo/index.js'
import { explain } from './explain/index.js'
import { generate } from './generate.js'
import { live } from './live/index.js'
import { predict } from './predict.js'
import { reproduce } from './reproduce/index.js'
import { run } from './run/index.js'
import { serve } from './serve.js'
import { token } from './token.js'
import { tune } from './tune.js'

/** Every command, in the order help lists them. */
export const commands: readonly Command[] = [
  demo,
  run,
  live,
  predict,
  explain,
  compare,
  tune,
  reproduce,
  convert,
  generate,
  data,
  algorithms,
  serve,
  token,
  backup,
  restore,
  completionFor(() => commands),
]
