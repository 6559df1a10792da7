/**
 * Words for one thing, a line a thing: the one that people say and the one that skills are written with. Each counts a little where another of
 * its line was asked for. General words of software and office work, in English; none is here for the sake of one skill.
 */
export const RELATED_WORDS: readonly string[] = `
bug error defect crash failure exception fault
debug diagnose troubleshoot
fast slow performance speed latency optimize
site website web page
phone mobile iphone android ios smartphone
app application
picture image photo
draw diagram sketch visualize
chart graph plot visualization dashboard
write draft compose author
slides deck presentation powerpoint pptx
spreadsheet excel xlsx csv
document docx word pdf
cv resume
career job employment
recruiter employer hiring interview
pay payment checkout charge billing
bill invoice billing
buy purchase order
customer user client
money cost price budget expense
login authentication auth signin oauth
password credential secret
permission access authorization
attack exploit hack pentest penetration vulnerability threat
breach incident intrusion
secure security hardening
law legal regulation compliance regulatory
privacy gdpr personal
test testing spec
check validate verify validation quality
row record
database sql postgres postgresql mysql db
query sql
move migrate migration port
upgrade update bump
package dependency library module
delete remove erase
undo rollback revert compensate
release deploy deployment publish ship
container docker kubernetes pod
cluster kubernetes k8s
aws amazon s3 bucket
google gcp
script shell bash
command cli terminal
commit git push
pipeline workflow ci
schedule cron nightly job
queue message event
service microservice
api endpoint rest
backend server
frontend ui interface screen
design mockup figma
button component widget
form field input
accessible accessibility a11y wcag
documentation docs readme
teach learn tutorial explain
summary summarize digest
meeting call agenda
talk conversation discussion chat
email mail newsletter
feedback review critique
plan roadmap strategy
feature requirement
ticket issue
decision adr rationale reason
idea brainstorm ideation
research investigate study
source reference citation
paper article publication manuscript
number metric kpi figure
measure metric track analytics measurement
visitor traffic audience
click conversion event
predict forecast prediction
train finetune training
model llm
gpu cuda
vector embedding
search retrieval find
agent assistant bot chatbot
prompt instruction
speech voice audio transcription
recording audio transcript
translate localization i18n language
gene genome dna sequence
molecule compound chemical
patient clinical medical
lab laboratory experiment
microscope microscopy
shop store ecommerce
ad advertising campaign
startup company business
equity compensation salary
offer compensation salary
blockchain crypto ethereum token web3
trade trading
folder directory
log logging trace tracing
monitor observability alert monitoring
retry backoff resilience
limit throttle rate
parallel concurrent async thread concurrency
js javascript node nodejs typescript
compile build
refactor rewrite restructure clean
separate split decompose
policy rule
lint format style
word term terminology vocabulary
scrape crawl extract
convert transform turn
offline connection network
employee team people
visual image graphic`
  .trim()
  .split("\n");
