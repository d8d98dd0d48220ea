import { KEPT } from '../../src/cluster/wire.js'

/** Has wires that are opened in this process keep every version of a model, not the last ones only, so that a test can read them all at its end. */
export const keepVersions = (): void => void Object.assign(KEPT, { model: Number.POSITIVE_INFINITY })
