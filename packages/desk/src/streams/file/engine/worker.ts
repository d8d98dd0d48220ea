// Worker entry point: exposes a session to the page.
import { type RpcPort, serve } from '@askance/core/rpc'
import { FileSession } from './session.js'

serve(self as unknown as RpcPort, new FileSession())
