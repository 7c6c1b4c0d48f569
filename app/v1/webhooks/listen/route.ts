import { listenToEvents } from '#lib/domain/webhooks/listen.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(listenToEvents)
