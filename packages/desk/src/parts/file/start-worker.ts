/** URLs of the worker scripts, set by the build. */
declare const LAB_WORKER: string
declare const FILE_WORKER: string

interface TypesPolicy {
  createScriptURL(address: string): string
}

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(address: string): string }): TypesPolicy }
  | undefined

let policy: TypesPolicy | undefined

/** Trusted types policy that allows only these scripts. A policy can be created only once. */
const trusted = (address: string): string => {
  if (typeof trustedTypes === 'undefined') return address
  policy ??= trustedTypes.createPolicy('askance', {
    createScriptURL: (wanted) => {
      if (wanted !== LAB_WORKER && wanted !== FILE_WORKER) throw new TypeError('no script of ours')
      return wanted
    },
  })
  return policy.createScriptURL(address)
}

/** Starts the worker of the lab, or the one that reads a file to label. */
export const startWorker = (which: 'lab' | 'file'): Worker =>
  new Worker(trusted(which === 'lab' ? LAB_WORKER : FILE_WORKER), { type: 'module' })
