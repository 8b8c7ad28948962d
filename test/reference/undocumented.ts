// Which public exports have no documentation. A member that is data of a record is told by its name and by its record;
// what can be called, and what a host gives or implements, says its rule.
import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from "typedoc"

/** Places whose members are all told: what a host implements, gives, or is given to work with. */
const HOST = /^(?:src\/ports|src\/webhooks|src\/core\/policy|simulator)\/|^src\/testing\/(?:Law|contracts\/)/

const EXPORTS =
  ReflectionKind.SomeModule |
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Enum

const isCallable = ({ type, signatures }: DeclarationReflection): boolean =>
  signatures !== undefined ||
  (type?.type === "reflection" && type.declaration.signatures !== undefined) ||
  (type?.type === "reference" && /^Effect$/.test(type.name))

const isTold = (reflection: DeclarationReflection): boolean =>
  reflection.hasComment() ||
  (reflection.signatures ?? []).some((signature) => signature.hasComment()) ||
  (reflection.type?.type === "reflection" &&
    (reflection.type.declaration.signatures ?? []).some((signature) => signature.hasComment()))

/** Members of anonymous types, of classes of Effect, and the tag of a record are no members to be told. */
const isMember = ({ name, kind, parent, flags }: DeclarationReflection): boolean =>
  kind === ReflectionKind.Property &&
  parent?.kind === ReflectionKind.Interface &&
  !flags.isInherited &&
  name !== "_tag"

const mustBeTold = (reflection: DeclarationReflection): boolean => {
  if (reflection.kindOf(EXPORTS)) return true
  if (!isMember(reflection)) return reflection.kind === ReflectionKind.Method && !reflection.flags.isInherited
  const file = reflection.sources?.[0]?.fileName ?? ""
  return isCallable(reflection) || HOST.test(file)
}

/** The exports, and members of such, that lack a docstring: each once, by its place and name. */
export const undocumented = (project: ProjectReflection): ReadonlyArray<string> => {
  const found = Object.values(project.reflections).flatMap((reflection) => {
    if (!reflection.isDeclaration() || !mustBeTold(reflection) || isTold(reflection)) return []
    const { fileName, line } = reflection.sources?.[0] ?? { fileName: "?", line: 0 }
    return [`${fileName}:${line} ${reflection.getFullName()}`]
  })
  return Array.from(new Map(found.map((one) => [one.split(" ")[0], one])).values()).sort()
}

/** How many exports and members there are that have to be told. */
export const told = (project: ProjectReflection): number =>
  Object.values(project.reflections).filter((one) => one.isDeclaration() && mustBeTold(one)).length
