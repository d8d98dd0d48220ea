// The engine in a worker: the page calls the methods of a session.
import { type RpcPort, serve } from '@askance/core/rpc'
import { LabSession } from './session.js'

serve(self as unknown as RpcPort, new LabSession(navigator.userAgent))
