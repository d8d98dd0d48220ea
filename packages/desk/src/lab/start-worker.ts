/** URL of the worker script, set by the build. */
declare const LAB_WORKER: string

interface TypesPolicy {
  createScriptURL(address: string): string
}

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(address: string): string }): TypesPolicy }
  | undefined

let policy: TypesPolicy | undefined

/** Trusted types policy that allows only this script. A policy can be created only once. */
const trusted = (address: string): string => {
  if (typeof trustedTypes === 'undefined') return address
  policy ??= trustedTypes.createPolicy('askance', {
    createScriptURL: (wanted) => {
      if (wanted !== LAB_WORKER) throw new TypeError('no script of ours')
      return wanted
    },
  })
  return policy.createScriptURL(address)
}

export const startWorker = (): Worker => new Worker(trusted(LAB_WORKER), { type: 'module' })
