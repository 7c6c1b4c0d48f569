import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchNotifications, updateNotifications } from './choose.ts'

export const notificationOperations: readonly Operation[] = [fetchNotifications, updateNotifications]
