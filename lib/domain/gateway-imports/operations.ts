import type { Operation } from '#lib/pipeline/operation.ts'
import { continueGatewayImport, startGatewayImport, stopGatewayImport } from './change.ts'
import { getGatewayImport } from './fetch.ts'
import { recordGatewayRefund } from './record-refund.ts'
import { importGatewayPages } from './run.ts'
import { recordGatewaySettlement } from './settlements.ts'

export const gatewayImportOperations: readonly Operation[] = [
  getGatewayImport,
  startGatewayImport,
  stopGatewayImport,
  continueGatewayImport,
  importGatewayPages,
  recordGatewayRefund,
  recordGatewaySettlement,
]
