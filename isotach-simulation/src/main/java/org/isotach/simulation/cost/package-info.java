/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the networks of the papers would cost today's programs on the machines of their time: models in virtual time,
 * and the published tables beside what the models predict. Nothing here measures the machine that it runs on.
 */
package org.isotach.simulation.cost;
