{{/* Labels of every object of a component. */}}
{{- define "keyframe.labels" -}}
app.kubernetes.io/name: keyframe
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* Labels that select the pods of a component. */}}
{{- define "keyframe.selector" -}}
app.kubernetes.io/name: keyframe
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "keyframe.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "keyframe.podAnnotations" -}}
checksum/settings: {{ toJson .Values.settings | sha256sum }}
{{- if not .Values.monitoring.enabled }}
# For a Prometheus that scrapes annotated pods.
prometheus.io/scrape: 'true'
prometheus.io/port: '4000'
prometheus.io/path: /metrics
{{- end }}
{{- end }}

{{/* Settings of a pod that runs no code as root, and calls no API of Kubernetes. */}}
{{- define "keyframe.pod" -}}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "keyframe.container" -}}
image: {{ include "keyframe.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "keyframe.settings" -}}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Events of Helm that migrate. A database of this chart has to be there first. */}}
{{- define "keyframe.migrationEvents" -}}
{{ .Values.database.enabled | ternary "post-install,pre-upgrade" "pre-install,pre-upgrade" }}
{{- end }}

{{/* Annotations of what the migration needs: created before it, deleted after it. */}}
{{- define "keyframe.beforeMigration" -}}
helm.sh/hook: {{ include "keyframe.migrationEvents" . }}
helm.sh/hook-weight: '-10'
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{/* Spreads the pods of a component over nodes, and over zones as far as possible. */}}
{{- define "keyframe.spread" -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "keyframe.selector" $ | nindent 6 }}
{{- end }}
{{- end }}

{{/* The part of a Deployment that APIs and workers share. */}}
{{- define "keyframe.process" -}}
{{- with .root }}
{{- include "keyframe.container" . }}
env:
  - { name: ROLE, value: {{ $.component }} }
envFrom:
  - configMapRef: { name: {{ .Release.Name }} }
  - secretRef: { name: {{ .Values.secrets.application }} }
ports:
  - { name: http, containerPort: 4000 }
startupProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
{{- end }}

{{/* Bytes of a quantity of memory. */}}
{{- define "keyframe.bytes" -}}
{{- $units := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{ mulf (regexFind "^[0-9.]+" .) (get $units (regexFind "[A-Za-z]*$" .)) | int64 }}
{{- end }}
