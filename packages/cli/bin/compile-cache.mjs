import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const OTHERS_MAY_WRITE = 0o022
const STICKY = 0o1000

/** Whether nobody but the user and root can put files into a folder, or replace it or a folder around it. */
export const isOwnFolder = (folder, user = process.getuid?.()) => {
  // Windows has no such ids; there the folder is in the profile of the user.
  if (user === undefined) return true
  const { uid, mode } = statSync(folder)
  if (uid !== user || (mode & OTHERS_MAY_WRITE) !== 0) return false
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const around = statSync(dirname(path))
    const isOpen = (around.mode & OTHERS_MAY_WRITE) !== 0 && (around.mode & STICKY) === 0
    if (isOpen || (around.uid !== user && around.uid !== 0)) return false
    if ((around.mode & STICKY) !== 0 && ![user, 0].includes(statSync(path).uid)) return false
  }
  return true
}

/** The folder of compiled code, which is executed; undefined if others could have written it. */
export const compileCache = ({ XDG_CACHE_HOME, HOME }) => {
  const folder = join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'askance', 'compiled')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = realpathSync(folder)
    return isOwnFolder(found) ? found : undefined
  } catch {
    // Without it, a start takes a little longer.
    return undefined
  }
}
