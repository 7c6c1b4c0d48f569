import type { Operation } from '#lib/pipeline/operation.ts'
import {
  fetchAllEvents,
  fetchEvent,
  fetchEventExample,
  fetchEventExamples,
  getEventDetails,
} from './fetch.ts'
import { exportEvents, listEventsForDashboard } from './list.ts'

export const eventOperations: readonly Operation[] = [
  fetchAllEvents,
  fetchEvent,
  listEventsForDashboard,
  exportEvents,
  getEventDetails,
  fetchEventExample,
  fetchEventExamples,
]
