// Formats that other programs read: JUnit, SARIF 2.1.0 and the annotations of GitHub.
import type { Finding, FindingLocation } from '../finding.ts';
import { checkUrl } from '../pages/pages.ts';
import { listOperations } from './group-findings.ts';
import type { Report } from './report.ts';
import { findingText, formatOperations, listRemarks } from './terminal.ts';
import { escapeXml } from './xml.ts';

/** Whether a finding makes the exit status 1: an error, or one of a severity or a check of `--fail-on`. */
export function isFailure({ severity, check }: Finding, failOn: readonly string[]): boolean {
  return severity === 'error' || failOn.includes(severity) || failOn.includes(check);
}

/**
 * Writes a report as JUnit: a test case for each finding, or one that passed if there are no findings. Findings that do not
 * make the exit status 1 passed, with a text.
 */
export function junitText(report: Report, label: string, failOn: readonly string[] = []): string {
  const { command, document, findings } = report;
  const cases = findings.map((finding) => {
    const { check, operation = document, message } = finding;
    const text = escapeXml(findingText(finding));
    const failure = isFailure(finding, failOn)
      ? `<failure message="${escapeXml(message)}" type="${check}">${text}</failure>`
      : `<system-out>${text}</system-out>`;
    return `    <testcase classname="${escapeXml(operation)}" name="${escapeXml(`${check}: ${message}`)}">${failure}</testcase>`;
  });
  const passed = `    <testcase classname="${escapeXml(document)}" name="${command}"/>`;
  const tests = Math.max(findings.length, 1);
  const failures = findings.filter((finding) => isFailure(finding, failOn)).length;
  const remarks = escapeXml(listRemarks(report).join('\n'));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Jenkins' schema requires all four attributes.
    `<testsuites><testsuite name="${label}" tests="${tests}" failures="${failures}" errors="0">`,
    ...(cases.length === 0 ? [passed] : cases),
    `${remarks === '' ? '' : `<system-out>${remarks}</system-out>`}</testsuite></testsuites>`,
    '',
  ].join('\n');
}

/** Writes a report as SARIF 2.1.0, for code scanning. */
export function sarifText(report: Report): string {
  const { document, findings, statistics } = report;
  const checks = [...new Set(findings.map(({ check }) => check))];
  const results = findings.map((finding) => {
    const { check, severity, pointer, location } = finding;
    return {
      ruleId: check,
      level: severity,
      message: { text: formatMessage(finding) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: location?.file ?? document },
            region: { startLine: location?.line ?? 1, startColumn: location?.column ?? 1 },
          },
          logicalLocations: [{ fullyQualifiedName: pointer }],
        },
      ],
    };
  });
  const driver = { name: 'contract-gate', rules: checks.map((id) => ({ id, helpUri: checkUrl(id) })) };
  const invocation = {
    executionSuccessful: statistics?.isComplete ?? true,
    toolExecutionNotifications: listRemarks(report).map((text) => ({ level: 'warning', message: { text } })),
  };
  const log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [{ tool: { driver }, ...(statistics ? { invocations: [invocation] } : {}), results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Writes findings as annotations of GitHub Actions: in the document, and at each use in the code of the repository. */
export function annotationsText({ findings, document }: Report): string {
  const lines: string[] = [];
  for (const finding of findings) {
    const { location = { file: document, line: 1, column: 1 }, uses = [] } = finding;
    for (const position of [location, ...uses]) lines.push(formatAnnotation(finding, position));
  }
  return lines.join('\n');
}

// A viewer may show the message alone: it names the operations as well.
function formatMessage(finding: Finding): string {
  const { message, expected, received } = finding;
  const operations = listOperations(finding);
  return [
    `${operations.length === 0 ? '' : `${formatOperations(operations)}: `}${message}`,
    ...(operations.length > 1 ? [`In: ${operations.join(', ')}.`] : []),
    ...(expected === '' ? [] : [`Expected: ${expected}`]),
    ...(received === '' ? [] : [`Received: ${received}`]),
  ].join(' ');
}

function formatAnnotation(finding: Finding, { file, line, column }: FindingLocation): string {
  const { severity, check } = finding;
  const property = (text: string) => escapeCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const properties = `file=${property(file)},line=${line},col=${column},title=${property(check)}`;
  return `::${severity === 'note' ? 'notice' : severity} ${properties}::${escapeCommand(formatMessage(finding))}`;
}

function escapeCommand(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
