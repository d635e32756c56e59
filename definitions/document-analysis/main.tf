# The state machine as Terraform creates it: the definition beside this file, with the ARNs of its five functions.

terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

variable "extract_lambda_arn" {
  description = "Function that takes the text out of a document"
  type        = string
}

variable "classify_lambda_arn" {
  description = "Function that says what kind of document it is"
  type        = string
}

variable "summarize_lambda_arn" {
  description = "Function that asks the model for a summary"
  type        = string
}

variable "store_lambda_arn" {
  description = "Function that stores the results"
  type        = string
}

variable "failure_lambda_arn" {
  description = "Function that reports a failed analysis"
  type        = string
}

resource "aws_sfn_state_machine" "document_analysis" {
  name     = "document-analysis"
  type     = "STANDARD"
  role_arn = aws_iam_role.document_analysis.arn

  definition = templatefile("${path.module}/document-analysis.asl.json", {
    extract_lambda_arn   = var.extract_lambda_arn
    classify_lambda_arn  = var.classify_lambda_arn
    summarize_lambda_arn = var.summarize_lambda_arn
    store_lambda_arn     = var.store_lambda_arn
    failure_lambda_arn   = var.failure_lambda_arn
  })
}

resource "aws_iam_role" "document_analysis" {
  name               = "document-analysis-state-machine"
  assume_role_policy = data.aws_iam_policy_document.assume.json
}

resource "aws_iam_role_policy" "document_analysis" {
  name   = "invoke-functions"
  role   = aws_iam_role.document_analysis.id
  policy = data.aws_iam_policy_document.invoke.json
}

data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["states.amazonaws.com"]
    }
  }
}

data "aws_iam_policy_document" "invoke" {
  statement {
    actions = ["lambda:InvokeFunction"]
    resources = [
      var.extract_lambda_arn,
      var.classify_lambda_arn,
      var.summarize_lambda_arn,
      var.store_lambda_arn,
      var.failure_lambda_arn,
    ]
  }
}

output "state_machine_arn" {
  value = aws_sfn_state_machine.document_analysis.arn
}
