import type { Command } from '../command/declare.js'
import { algorithms } from './algorithms/index.js'
import { completionFor } from './completion.js'
import { convert } from './convert.js'
import { data } from './data/index.js'
import { demo } from './demo/index.js'
import { explain } from './explain/index.js'
import { generate } from './generate.js'
import { predict } from './predict.js'
import { run } from './run/index.js'

/** Every command, in the order help lists them. */
export const commands: readonly Command[] = [
  demo,
  run,
  predict,
  explain,
  convert,
  generate,
  data,
  algorithms,
  completionFor(() => commands),
]
