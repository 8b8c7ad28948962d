// An answer that is none: the connection is closed in its place. Only a fault asks for that.
import type { ResponseValue } from "../../src/http/index.ts"

/** Closes the connection in place of an answer. */
export const noAnswer: ResponseValue = { status: 0, headers: {}, body: null }

/** Whether the connection is to be closed in place of an answer. */
export const isNoAnswer = ({ status }: ResponseValue): boolean => status === noAnswer.status
