import type { Operation } from '#lib/pipeline/operation.ts'
import { blockClient, listBlocksForDashboard, unblockClient } from './block.ts'
import { connectApp } from './connect.ts'
import { fetchAppTimeline, getAppDetails, listAppCallsForDashboard } from './get-details.ts'
import { exportApps, listAppsForDashboard } from './list.ts'
import { reduceAppScopes } from './reduce-scopes.ts'
import { requestPermission } from './request-permission.ts'
import { revokeApp } from './revoke.ts'
import { fetchAppSettings, updateAppSettings } from './settings.ts'
import { fetchAppSpendingTrend } from './trend.ts'

export const connectedAppOperations: readonly Operation[] = [
  connectApp,
  reduceAppScopes,
  revokeApp,
  listAppsForDashboard,
  exportApps,
  getAppDetails,
  listAppCallsForDashboard,
  fetchAppTimeline,
  fetchAppSpendingTrend,
  blockClient,
  unblockClient,
  listBlocksForDashboard,
  fetchAppSettings,
  updateAppSettings,
  requestPermission,
]
