import type { Protocol } from '../protocol/protocol.js'
import type { Results } from '../results/results.js'
import { inLab, type LabOptions } from './lab.js'
import { playProtocol } from './play.js'

/**
 * Plays a whole protocol, set by set. The result depends on the protocol and the data alone, not on the number of
 * threads, nor on how often the work was interrupted; only times differ.
 */
export const runExperiment = (protocol: Protocol, options: LabOptions): Promise<Results> =>
  inLab(options, (lab) => playProtocol(protocol, lab))
