import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchEventExamples } from './examples.ts'
import { fetchAllEvents, fetchEvent } from './fetch.ts'
import { fetchEventExample, getEventDetails } from './get-details.ts'
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
