const core = (name) => `src/core/${name}.ts`
const test = (name) => `test/${name}.test.ts`

/**
 * The parts of the core, each with the tests that are to fail for its mutants. One part is one run:
 * its results are saved when it ends, and the next run repeats only what has changed since.
 *
 * A mutant that no test notices runs all tests that reach it, so a part has only the tests that are
 * about it. Otherwise the parts that every request uses would take days. For the same reason, only one
 * adapter is tested, except by the part that is about adapters.
 */
export const PARTS = {
  adapters: {
    adapter: 'all',
    files: [core('adapters/*')],
    tests: [
      'adapters/conformance',
      'behaviour/{faults,leaving}',
      'control/{events,guard}',
      'core/{fetch,half-characters}',
      'server/{connections,handlers}',
    ].map(test),
  },
  'behaviour/chaos': {
    files: [core('behaviour/{chaos*,real-time}')],
    tests: [test('behaviour/{chaos,clock,real-time}')],
  },
  'behaviour/effects': {
    // Over HTTP, a client notices what an effect does to the connection.
    adapter: 'serve',
    files: [core('behaviour/effects/*'), core('behaviour/rate-window')],
    tests: ['behaviour/{clock,faults}', 'sessions/journal'].map(test),
  },
  'behaviour/faults': {
    files: [core('behaviour/{duration,fault*,unmatchable}')],
    tests: ['behaviour/{duration,fault-forms,faults}', 'control/faults-and-requests'].map(test),
  },
  'behaviour/journal': {
    files: [core('behaviour/{explanation,journal*,ring}')],
    tests: [
      'behaviour/{faults,journal-store,leaving}',
      'control/{faults-and-requests,worlds}',
      'sessions/{journal,memory}',
    ].map(test),
  },
  budget: {
    files: [core('{bounded-map,byte-budget,kept-entries,recency-list}')],
    tests: ['control/memory', 'core/{bounded-map,byte-budget}'].map(test),
  },
  control: {
    files: [core('control/**/*')],
    tests: ['control/!(large-*)', 'sessions/session-pool'].map(test),
  },
  coverage: {
    files: [core('coverage/*')],
    tests: [test('coverage/{collection,command,coverage,tally,threshold}')],
  },
  gate: {
    files: [core('gate')],
    tests: [
      'behaviour/{clock,leaving}',
      'control/{calls,guard,sessions}',
      'core/{fetch,paths}',
      'server/several-servers',
      'sessions/{session-pool,sessions}',
    ].map(test),
  },
  http: {
    files: [core('http/*')],
    tests: ['adapters/vectors', 'core/{operation,path-template,paths}'].map(test),
  },
  openapi: {
    files: [core('openapi/*')],
    tests: ['openapi/{agreement,document,documentation}'].map(test),
  },
  operations: {
    files: [core('contract/operations/*'), core('contract/{rendering,responses,routing}')],
    tests: ['adapters/vectors', 'core/{assumptions,creation,pages,paths,wire}'].map(test),
  },
  options: {
    files: [core('{edit-distance,known-options,option-error,quote,suggestion}')],
    tests: [
      'behaviour/{fault-forms,faults}',
      'control/limits',
      'core/{option-error,suggestion,suggestions}',
      'data/worlds',
    ].map(test),
  },
  register: {
    files: [core('register/*')],
    tests: ['control/calls', 'core/{assumptions,register}'].map(test),
  },
  resources: {
    files: [core('resources/**/*')],
    tests: ['core/{creation,wire}', 'data/*'].map(test),
  },
  sessions: {
    files: [core('sessions/*')],
    tests: [
      'behaviour/{chaos,clock,faults,leaving}',
      'control/{calls,events,faults-and-requests,sessions,worlds}',
      'core/{assumptions,wire}',
      'data/worlds',
      'sessions/*',
    ].map(test),
  },
  'store/lists': {
    files: [core('store/{condition,filter,find-first,joined-texts,listing*,ordered-list,ordering,shared-map}')],
    tests: ['core/{listing,pages,steps,work}', 'data/shared-map'].map(test),
  },
  'store/tables': {
    files: [core('store/{counters,model,overlay,record-*,seeded-table,table,version}')],
    tests: ['data/{collections,worlds}', 'sessions/{memory,snapshots}'].map(test),
  },
  'store/time': {
    files: [core('store/{agenda,appointments,clock,timeline,world-time}')],
    tests: ['behaviour/clock', 'data/{appointments,time-range,timeline}'].map(test),
  },
  turns: {
    files: [core('{lease,steps,turns}')],
    tests: ['behaviour/leaving', 'core/{lease,steps}', 'sessions/session-pool'].map(test),
  },
  'validation/bodies': {
    files: [core('contract/validation/{body-reader,body-schema,cut-input,issue-limits,request-body}')],
    tests: ['adapters/vectors', 'core/{half-characters,limits}'].map(test),
  },
  'validation/parameters': {
    files: [core('contract/validation/{json-error,parameters,query,scalars,schema-issues,validation-*,white-space}')],
    tests: ['adapters/vectors', 'core/{assumptions,json-error,parameters,scalars}'].map(test),
  },
  world: {
    files: [core('world/*')],
    tests: ['data/*', 'sessions/{memory,snapshots}'].map(test),
  },
}
