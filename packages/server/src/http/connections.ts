import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECK = 100

/**
 * Lets go of connections on which nothing is being answered, while the service shuts down: those that become idle only
 * then, and those on which nothing was ever asked, which Node takes for busy. They would hold it up for a minute.
 */
export const idleCloser = (server: Server): (() => void) => {
  const busy = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      if (busy.has(socket)) busy.set(socket, (busy.get(socket) ?? 1) - 1)
    })
  })
  return () => {
    const closeIdle = () => {
      for (const [socket, requests] of busy) if (requests === 0) socket.destroy()
    }
    const timer = setInterval(closeIdle, CHECK)
    server.once('close', () => clearInterval(timer))
    if (!server.listening) clearInterval(timer)
  }
}
